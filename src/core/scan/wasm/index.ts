export { resolveCell, setScratch, valueLength } from './cells';
export { byteCodesAmong, codesEqual, keepBoth, packedCodesAmong, placesOfBits, wordCodesAmong } from './codes';
export { afterReturn, foundCells, foundRecords, openAt, openCells, openPlace, scanCsv } from './csv';
export { encode, encodedEmpty, encodeStop, placeAll } from './dictionary';
export { findText } from './find';
export { hashValues } from './hashes';
export { plainEnd } from './json';
export { addName, maxMatched, nameBytes } from './jsonNames';
export { jsonAt, jsonEnd, jsonRecords, jsonStop, scanJson } from './jsonRecords';
export { numbersLarge, numbersRead, readNumbers } from './numbers';
export { codedRows, longestNumber, writeCoded, writeNumbers } from './texts';

export const heapBase: usize = __heap_base;
