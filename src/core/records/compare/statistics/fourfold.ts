import { logGamma, logTwoSidedNormal } from './specialFunctions';

/** Of two sets of things, how many have something and how many do not. */
export interface Fourfold {
	readonly with: number;
	readonly without: number;
	readonly otherWith: number;
	readonly otherWithout: number;
}

/** With less expected anywhere, the chance is summed up rather than approximated. */
const leastExpected = 5;

/** Sums that differ by less are taken for equal. */
const closeness = 1e-7;

/** The chance, as its natural logarithm, that sets of one kind differ as much: two-sided, by χ² or, of few things, Fisher's. */
export function logFourfoldChance(table: Fourfold): number {
	const { a, b, c, d, rows, columns, all } = marginsOf(table);
	if (Math.min(...rows) === 0 || Math.min(...columns) === 0) {
		return 0;
	}
	if ((Math.min(...rows) * Math.min(...columns)) / all < leastExpected) {
		return logFisher(table);
	}
	const z = Math.abs(a * d - b * c) * Math.sqrt(all / (rows[0] * rows[1] * columns[0] * columns[1]));
	return logTwoSidedNormal(z);
}

/** The correlation, -1 to 1. */
export function phiOf(table: Fourfold): number {
	const { a, b, c, d, rows, columns } = marginsOf(table);
	const product = rows[0] * rows[1] * columns[0] * columns[1];
	return product === 0 ? 0 : (a * d - b * c) / Math.sqrt(product);
}

/** All tables with these margins that are no likelier. */
function logFisher(table: Fourfold): number {
	const { a, rows, columns, all } = marginsOf(table);
	const [row, column] = [rows[0], columns[0]];
	const fixed =
		logGamma(row + 1) + logGamma(rows[1] + 1) + logGamma(column + 1) + logGamma(columns[1] + 1) - logGamma(all + 1);
	const logLikelihood = (count: number) =>
		fixed -
		logGamma(count + 1) -
		logGamma(row - count + 1) -
		logGamma(column - count + 1) -
		logGamma(all - row - column + count + 1);
	const found = logLikelihood(a);
	let sum = 0;
	for (let count = Math.max(0, row + column - all); count <= Math.min(row, column); count++) {
		const likelihood = logLikelihood(count);
		if (likelihood <= found + closeness) {
			sum += Math.exp(likelihood - found);
		}
	}
	return Math.min(0, found + Math.log(sum));
}

function marginsOf({ with: a, without: b, otherWith: c, otherWithout: d }: Fourfold) {
	return { a, b, c, d, rows: [a + b, c + d], columns: [a + c, b + d], all: a + b + c + d } as const;
}
