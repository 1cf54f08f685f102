/** A damaged file violates the format. An unsupported file is encrypted, too large, or has an unsupported feature. */
type ParquetFault = 'damagedParquet' | 'unsupportedParquet';

/** A problem with a Parquet file. `detail` names the damaged part or the unsupported feature. */
export class ParquetError extends Error {
	constructor(
		readonly fault: ParquetFault,
		readonly detail: string,
	) {
		super(detail);
	}
}

export function damaged(detail: string): ParquetError {
	return new ParquetError('damagedParquet', detail);
}

export function unsupported(detail: string): ParquetError {
	return new ParquetError('unsupportedParquet', detail);
}
