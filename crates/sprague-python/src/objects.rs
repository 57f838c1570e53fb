//! Answers as Python objects: dictionaries, lists, numbers and text, in the JSON form's shape and order,
//! without the text between.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple,
    Serializer,
};
use std::fmt;

/// The Python object that the JSON form of a value would be read as.
pub fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    value.serialize(Objects(py)).map_err(|error| error.0)
}

/// A fault of the interpreter, such as the end of its memory.
#[derive(Debug)]
pub struct Fault(PyErr);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Fault {}

impl serde::ser::Error for Fault {
    fn custom<T: fmt::Display>(line: T) -> Self {
        Fault(PyValueError::new_err(line.to_string()))
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Fault(error)
    }
}

type Object<'py> = Result<Bound<'py, PyAny>, Fault>;

#[derive(Clone, Copy)]
struct Objects<'py>(Python<'py>);

/// A list that grows.
struct List<'py>(Bound<'py, PyList>);

/// A dictionary that grows, and the key whose value comes next.
struct Dict<'py>(Bound<'py, PyDict>, Option<Bound<'py, PyAny>>);

impl<'py> Objects<'py> {
    fn number(self, number: impl IntoPyObjectExt<'py>) -> Object<'py> {
        Ok(number.into_bound_py_any(self.0)?)
    }
}

macro_rules! numbers {
    ($($name:ident: $type:ty),*) => {$(
        fn $name(self, number: $type) -> Object<'py> {
            self.number(number)
        }
    )*};
}

impl<'py> Serializer for Objects<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;
    type SerializeSeq = List<'py>;
    type SerializeTuple = List<'py>;
    type SerializeTupleStruct = Impossible<Bound<'py, PyAny>, Fault>;
    type SerializeTupleVariant = Impossible<Bound<'py, PyAny>, Fault>;
    type SerializeMap = Dict<'py>;
    type SerializeStruct = Dict<'py>;
    type SerializeStructVariant = Impossible<Bound<'py, PyAny>, Fault>;

    numbers!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64);

    fn serialize_char(self, letter: char) -> Object<'py> {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Object<'py> {
        Ok(PyString::new(self.0, text).into_any())
    }

    fn serialize_bytes(self, _: &[u8]) -> Object<'py> {
        Err(Fault::custom("the JSON form has no bytes"))
    }

    fn serialize_none(self) -> Object<'py> {
        Ok(self.0.None().into_bound(self.0))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Object<'py> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Object<'py> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Object<'py> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Object<'py> {
        Ok(PyString::intern(self.0, variant).into_any())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Object<'py> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Object<'py> {
        let dict = PyDict::new(self.0);
        dict.set_item(PyString::intern(self.0, variant), value.serialize(self)?)?;
        Ok(dict.into_any())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'py>, Fault> {
        Ok(List(PyList::empty(self.0)))
    }

    fn serialize_tuple(self, length: usize) -> Result<List<'py>, Fault> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Fault> {
        Err(Fault::custom(format!("no answer has a {name}")))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        Err(Fault::custom(format!("no answer has a {name}")))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Dict<'py>, Fault> {
        Ok(Dict(PyDict::new(self.0), None))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Dict<'py>, Fault> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        Err(Fault::custom(format!("no answer has a {name}")))
    }
}

impl<'py> SerializeSeq for List<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        Ok(self.0.append(value.serialize(Objects(self.0.py()))?)?)
    }

    fn end(self) -> Object<'py> {
        Ok(self.0.into_any())
    }
}

impl<'py> SerializeTuple for List<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Object<'py> {
        Ok(self.0.into_any())
    }
}

impl<'py> SerializeMap for Dict<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        self.1 = Some(key.serialize(Objects(self.0.py()))?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        let key = self.1.take().ok_or_else(|| Fault::custom("a value without a key"))?;
        Ok(self.0.set_item(key, value.serialize(Objects(self.0.py()))?)?)
    }

    fn end(self) -> Object<'py> {
        Ok(self.0.into_any())
    }
}

impl<'py> SerializeStruct for Dict<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Fault> {
        let py = self.0.py();
        Ok(self.0.set_item(PyString::intern(py, key), value.serialize(Objects(py))?)?)
    }

    fn end(self) -> Object<'py> {
        Ok(self.0.into_any())
    }
}
