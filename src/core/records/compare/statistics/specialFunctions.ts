/** Coefficients of Stirling's series, which gives double precision for arguments of at least `stirlingFrom`. */
const stirling = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156];
const stirlingFrom = 12;

/** The continued fraction has converged if its relative change per step is below this value. */
const precision = 1e-15;
/** Maximum number of steps, which is ten times the number needed for counts of ten million. */
const maxSteps = 200_000;
/** This value replaces a divisor of 0. */
const tiny = 1e-300;

export function logGamma(of: number): number {
	let x = of;
	let product = 1;
	while (x < stirlingFrom) {
		product *= x++;
	}
	let sum = 0;
	let power = x;
	for (const term of stirling) {
		sum += term / power;
		power *= x * x;
	}
	return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + sum - Math.log(product);
}

export interface Tails {
	readonly lower: number;
	readonly upper: number;
}

/** Returns the logs of the regularized incomplete beta function and of its complement. `y` must be exactly 1 - x. */
export function betaTails(x: number, y: number, a: number, b: number): Tails {
	if (x <= 0 || y <= 0) {
		return x <= 0 ? { lower: Number.NEGATIVE_INFINITY, upper: 0 } : { lower: 0, upper: Number.NEGATIVE_INFINITY };
	}
	const front = a * Math.log(x) + b * Math.log(y) + logGamma(a + b) - logGamma(a) - logGamma(b);
	if (x * (a + b + 2) < a + 1) {
		const lower = Math.min(0, front + Math.log(betaFraction(x, a, b) / a));
		return { lower, upper: logOfRest(lower) };
	}
	const upper = Math.min(0, front + Math.log(betaFraction(y, b, a) / b));
	return { lower: logOfRest(upper), upper };
}

/** Returns the log of the two-sided p-value for a standard normal variable. `z` must not be negative. */
export function logTwoSidedNormal(z: number): number {
	// Half the square of a standard normal variable has a gamma distribution with shape 1/2.
	const x = (z * z) / 2;
	const front = 0.5 * Math.log(x) - x - logGamma(0.5);
	if (x === 0) {
		return 0;
	}
	if (x < 1.5) {
		let term = 2;
		let sum = term;
		for (let n = 1; term > precision * sum; n++) {
			term *= x / (n + 0.5);
			sum += term;
		}
		return logOfRest(Math.min(0, front + Math.log(sum)));
	}
	return front + Math.log(gammaFraction(x));
}

/** Returns ln(1 - e^x) for x ≤ 0 without loss of precision. */
function logOfRest(x: number): number {
	return x > -Math.LN2 ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
}

/** Evaluates the continued fraction of the incomplete beta function with Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
	let c = 1;
	let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
	let result = d;
	for (let m = 1; m < maxSteps; m++) {
		const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / nonZero(1 + even * d);
		c = nonZero(1 + even / c);
		result *= d * c;
		const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / nonZero(1 + odd * d);
		c = nonZero(1 + odd / c);
		result *= d * c;
		if (Math.abs(d * c - 1) < precision) {
			break;
		}
	}
	return result;
}

function gammaFraction(x: number): number {
	let b = x + 0.5;
	let c = 1 / tiny;
	let d = 1 / b;
	let result = d;
	for (let n = 1; n < maxSteps; n++) {
		const a = -n * (n - 0.5);
		b += 2;
		d = 1 / nonZero(a * d + b);
		c = nonZero(b + a / c);
		result *= d * c;
		if (Math.abs(d * c - 1) < precision) {
			break;
		}
	}
	return result;
}

function nonZero(value: number): number {
	return Math.abs(value) < tiny ? tiny : value;
}
