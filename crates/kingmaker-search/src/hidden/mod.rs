//! What a search does about what it does not know: which worlds it believes in, and whose trees it builds.

pub mod approach;
pub mod belief;
pub mod learnt;
