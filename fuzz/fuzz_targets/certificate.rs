//! Any bytes, read and checked within small limits: no panic, no long run, no large memory.
//!
//! The end line is made right before the file is read, as no fuzzer guesses a checksum. What is read has to
//! be written and read back as the same certificate.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_certificate::{Certificate, Limits};
use sprague_check::{Work, check};

fuzz_target!(|data: &[u8]| {
    let limits = Limits { values: 1 << 14, header: 1 << 14 };
    let _ = Certificate::read(data, &limits);

    let mut file = data[..data.len().saturating_sub("\nend 01234567\n".len())].to_vec();
    file.extend(format!("\nend {:08x}\n", crc32fast::hash(&file)).bytes());
    if let Ok(certificate) = Certificate::read(&file[..], &limits) {
        let _ = check(&certificate, &Work::new(1, 2_000_000, &|_| ()));
        let mut again = Vec::new();
        certificate.write(&mut again).expect("a vector can be written to");
        assert_eq!(Certificate::read(&again[..], &limits).expect("what was written"), certificate);
    }
});
