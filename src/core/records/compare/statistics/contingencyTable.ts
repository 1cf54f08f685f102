import { logGamma, logTwoSidedNormal } from './specialFunctions';

/** A 2×2 contingency table with the number of items with and without a property in each of two sets. */
export interface ContingencyTable {
	readonly with: number;
	readonly without: number;
	readonly otherWith: number;
	readonly otherWithout: number;
}

/** Below this expected count, Fisher's exact test replaces the χ² approximation. */
const leastExpected = 5;

const closeness = 1e-7;

/** Returns the two-sided log p-value of a χ² test or, if counts are small, of Fisher's exact test. */
export function logPValueOfTable(table: ContingencyTable): number {
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

export function getPhi(table: ContingencyTable): number {
	const { a, b, c, d, rows, columns } = marginsOf(table);
	const product = rows[0] * rows[1] * columns[0] * columns[1];
	return product === 0 ? 0 : (a * d - b * c) / Math.sqrt(product);
}

function logFisher(table: ContingencyTable): number {
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

function marginsOf({ with: a, without: b, otherWith: c, otherWithout: d }: ContingencyTable) {
	return { a, b, c, d, rows: [a + b, c + d], columns: [a + c, b + d], all: a + b + c + d } as const;
}
