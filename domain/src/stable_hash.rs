//! A hash that is the same on every machine and with every compiler, for what is chosen by chance and has
//! to be chosen again. Not for secrets.

/// FNV-1a, and a last stir, without which similar ids would fall close together.
pub fn stable_hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let bytes = bytes.into_iter();
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use super::stable_hash;

    #[test]
    fn the_hash_is_what_it_always_was() {
        assert_eq!(stable_hash([]), 0xecba_3df2_c338_3c52);
        assert_eq!(stable_hash(*b"float-1"), 0xbcbc_caad_7699_c0a4);
    }
}
