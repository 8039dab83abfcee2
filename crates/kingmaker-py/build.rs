//! On macOS, a library for Python says that Python's functions are found when it is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
