//! Keys of positions that are made from scratch: playouts never ask for one, so that keeping it up
//! to date would cost more.

/// A key of `begin` and of pairs of words, in this order. The products do not depend on each other,
/// so that a processor makes several at once.
#[inline]
pub(crate) fn key(begin: u64, pairs: impl Iterator<Item = (u64, u64)>) -> u64 {
    let mut salt = 0x9e37_79b9_7f4a_7c15u64;
    let mut key = begin.wrapping_add(1).wrapping_mul(0xd6e8_feb8_6659_fd93);
    for (one, other) in pairs {
        salt = salt.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x2545_f491_4f6c_dd1d);
        let product = u128::from(one ^ salt) * u128::from(other ^ salt.rotate_left(29));
        key = key.wrapping_add((product >> 64) as u64 ^ product as u64);
    }
    (key ^ key >> 32).wrapping_mul(0x9e6c_63d0_976a_9f39) ^ key
}
