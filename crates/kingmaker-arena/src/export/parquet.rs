//! Tables as Parquet files.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::{COLUMNS, Cell, Column, Kind};

/// So many lines are gathered before their columns are written.
const GROUP: usize = 1 << 16;

/// Writes lines with a cell for each column.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    lines: Vec<Vec<Cell>>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file.
    pub fn new(out: W) -> io::Result<Self> {
        let columns = COLUMNS.iter().map(|column| field(column).map(Arc::new)).collect::<Result<_, _>>();
        let schema = columns.and_then(|columns| Type::group_type_builder("games").with_fields(columns).build());
        let schema = Arc::new(schema.map_err(broken)?);
        let file = SerializedFileWriter::new(out, schema, Arc::new(WriterProperties::builder().build()));
        Ok(ParquetWriter { file: file.map_err(broken)?, lines: Vec::new() })
    }

    /// Adds a line.
    pub fn line(&mut self, line: Vec<Cell>) -> io::Result<()> {
        self.lines.push(line);
        if self.lines.len() == GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes what is gathered, and the end of the file, without which nothing can be read.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.lines.is_empty() {
            self.flush()?;
        }
        self.file.finish().map_err(broken)?;
        self.file.inner_mut().flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        let lines = std::mem::take(&mut self.lines);
        let mut group = self.file.next_row_group().map_err(broken)?;
        for (at, column) in COLUMNS.iter().enumerate() {
            let cells = || lines.iter().filter_map(|line| line.get(at));
            match column.kind {
                Kind::Text => write::<ByteArrayType, _>(&mut group, cells().map(text)),
                Kind::Whole => write::<Int64Type, _>(&mut group, cells().map(whole)),
                Kind::Real => write::<DoubleType, _>(&mut group, cells().map(real)),
            }
            .map_err(broken)?;
        }
        group.close().map_err(broken)?;
        Ok(())
    }
}

/// How a column is declared: anything may be unknown.
fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        // Seeds need all 64 bits.
        Kind::Whole => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Kind::Real => (Physical::DOUBLE, None),
    };
    let field = Type::primitive_type_builder(column.name, physical).with_repetition(Repetition::OPTIONAL);
    field.with_logical_type(logical).build()
}

/// Writes the next column of a group: the values, and for each line whether it has one.
fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for cell in cells {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("there are more columns than were declared".to_owned()));
    };
    column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    column.close()
}

fn text(cell: &Cell) -> Option<ByteArray> {
    match cell {
        Cell::Text(text) => Some(ByteArray::from(text.as_str())),
        _ => None,
    }
}

fn whole(cell: &Cell) -> Option<i64> {
    match cell {
        // The same 64 bits; the declaration says that they have no sign.
        Cell::Whole(number) => Some(number.cast_signed()),
        _ => None,
    }
}

fn real(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Real(number) => Some(*number),
        _ => None,
    }
}

/// What the disk said, if it was the disk.
fn broken(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::fs::File;

    /// A line with a value of each kind, or without any.
    fn line(number: u64) -> Vec<Cell> {
        let cell = |(at, column): (usize, &Column)| match column.kind {
            _ if (number + at as u64).is_multiple_of(3) => Cell::Nothing,
            Kind::Text => Cell::Text(format!("mcts(c=0.{number}), \"ü\"")),
            Kind::Whole => Cell::Whole(u64::MAX - number),
            Kind::Real => Cell::Real(number as f64 / 3.0),
        };
        COLUMNS.iter().enumerate().map(cell).collect()
    }

    fn written(name: &str, lines: u64) -> SerializedFileReader<File> {
        let path = std::env::temp_dir().join(format!("kingmaker-{}-{name}.parquet", std::process::id()));
        let mut writer = ParquetWriter::new(File::create(&path).expect("created")).expect("begun");
        (0..lines).try_for_each(|number| writer.line(line(number))).expect("written");
        writer.finish().expect("finished");
        let file = File::open(&path).expect("there");
        std::fs::remove_file(&path).expect("removed");
        SerializedFileReader::new(file).expect("a Parquet file")
    }

    #[test]
    fn what_is_written_can_be_read() {
        let lines = GROUP as u64 + 3;
        let reader = written("lines", lines);
        assert_eq!(reader.num_row_groups(), 2);
        let mut count = 0;
        for (number, row) in (0..).zip(reader.get_row_iter(None).expect("rows")) {
            let row = row.expect("a row");
            let cells = row.get_column_iter().zip(COLUMNS).map(|((name, field), column)| {
                assert_eq!(name, column.name);
                match field {
                    Field::Str(text) => Cell::Text(text.clone()),
                    Field::ULong(number) => Cell::Whole(*number),
                    Field::Double(number) => Cell::Real(*number),
                    Field::Null => Cell::Nothing,
                    other => panic!("{name}: {other:?}"),
                }
            });
            assert_eq!(cells.collect::<Vec<_>>(), line(number));
            count += 1;
        }
        assert_eq!(count, lines);
    }

    #[test]
    fn no_lines_are_a_file_too() {
        let reader = written("empty", 0);
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
        assert_eq!(reader.metadata().file_metadata().schema().get_fields().len(), COLUMNS.len());
    }

    /// What the disk says is not lost in the errors of the library.
    #[test]
    fn a_full_disk_is_told() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::from(io::ErrorKind::StorageFull))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let error = ParquetWriter::new(Full).and_then(|mut writer| {
            writer.line(line(1))?;
            writer.finish()
        });
        assert_eq!(error.map_err(|error| error.kind()), Err(io::ErrorKind::StorageFull));
    }
}
