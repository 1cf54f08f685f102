import type { Format } from '../../plan/plan';

/** Makes what records are opened with while they are written, so that their file need not be read again. */
export interface RecordsIndexer {
	begin(format: Format): RecordsIndex;
}

/** Of a file that is being written. One that is given up is simply forgotten. */
export interface RecordsIndex {
	/** The next bytes of the file, which may change as soon as this returns. */
	push(bytes: Uint8Array): void;
	/** The file is whole, at this path. Nothing is thrown: without an index the file is read when it is opened. */
	keep(path: string): Promise<void>;
}
