export { afterReturn, foundCells, foundRecords, locateCsv, scanCsv } from './csv';
export { plainEnd } from './json';
export {
	encode,
	encodeStop,
	numbersLarge,
	numbersRead,
	placeAll,
	readNumbers,
	resolveCell,
	resolvedLength,
	setScratch,
} from './values';
