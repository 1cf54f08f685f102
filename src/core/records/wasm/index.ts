export { afterReturn, foundCells, foundRecords, locateCsv, scanCsv } from './csv';
export { plainEnd } from './json';
export {
	encode,
	encodedEmpty,
	encodeStop,
	numbersLarge,
	numbersRead,
	placeAll,
	readNumbers,
	resolveCell,
	resolvedLength,
	setScratch,
} from './values';

/** Where memory begins that nobody uses. */
export const heapBase: usize = __heap_base;
