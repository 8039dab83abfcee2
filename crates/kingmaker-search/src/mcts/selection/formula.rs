//! What a child that was tried is worth to those who choose.

use std::ops::{Add, Div, Mul, Sub};

use wide::f32x8;

/// A number for each of so many children.
pub type Lanes = f32x8;

/// A number of one child, or a number for each of several: a formula is written once for both.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Add<f32, Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<f32, Output = Self>
    + Div<Output = Self>
{
    /// The same number for all.
    fn of(number: f32) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// The smaller one.
    fn min(self, other: f32) -> Self;

    /// The larger one.
    fn max(self, other: f32) -> Self;
}

impl Number for f32 {
    #[inline]
    fn of(number: f32) -> Self {
        number
    }

    #[inline]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline]
    fn min(self, other: f32) -> Self {
        self.min(other)
    }

    #[inline]
    fn max(self, other: f32) -> Self {
        self.max(other)
    }
}

impl Number for Lanes {
    #[inline]
    fn of(number: f32) -> Self {
        Lanes::splat(number)
    }

    #[inline]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline]
    fn min(self, other: f32) -> Self {
        self.fast_min(Lanes::splat(other))
    }

    #[inline]
    fn max(self, other: f32) -> Self {
        self.fast_max(Lanes::splat(other))
    }
}

/// Makes one value of what is known about a child.
pub trait Formula {
    /// The value of a child that was tried, or of several.
    fn value<N: Number>(&self, tried: Tried<N>) -> N;

    /// The value of one that was not, on top of the urgency, if there is any. One without any expectation (negative
    /// infinity) is left alone.
    fn expectation(&self, known: Known<f32>) -> f32;
}

/// A child that was tried, as formulas see it, or several.
#[derive(Clone, Copy, Debug)]
pub struct Tried<N> {
    /// Its visits n_i, at least 1.
    pub visits: N,
    /// 1 / n_i: a division takes longer than anything else in a formula, and one will do.
    pub inverse: N,
    /// What it was worth on average to the one who chooses, x_i.
    pub mean: N,
    /// The logarithm of the visits of its parent, ln n_p.
    pub ln_parent: f32,
    /// What the strategy knows about it besides.
    pub known: Known<N>,
}

/// Up to two numbers that a strategy knows about a child.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<N> {
    /// The first, such as a mean.
    pub one: N,
    /// The second, such as how often something was counted.
    pub two: N,
}

impl Known<f32> {
    /// One number.
    #[inline]
    pub(super) fn one(one: f32) -> Self {
        Known { one, two: 0.0 }
    }
}

impl<N: Number> Tried<N> {
    /// UCT (Kocsis & Szepesvári 2006; Nijssen 2013, Formula 2.8): the mean, plus `c` times the
    /// square root of ln(visits of the parent) / visits of the child.
    #[inline]
    pub fn uct(self, c: f32) -> N {
        self.mean + (self.inverse * self.ln_parent).sqrt() * c
    }
}
