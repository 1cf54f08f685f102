import type { Column, FileForm, TableInfo } from './results';

export type FileLimit =
	/** The text encoding or the delimiter was detected and may be wrong. */
	| { readonly kind: 'detectedForm'; readonly format: 'csv' | 'json'; readonly form: FileForm }
	| { readonly kind: 'moreColumns'; readonly columns: number }
	| { readonly kind: 'noErrors' }
	/** The file consists of several exports that were joined. The repeated headers are not counted as records. */
	| { readonly kind: 'joined'; readonly exports: number }
	/** A spreadsheet program has rounded the numbers in these columns, so they don't identify devices. */
	| { readonly kind: 'rounded'; readonly columns: readonly string[] }
	/** A spreadsheet program has replaced versions in these columns with dates. */
	| { readonly kind: 'dates'; readonly columns: readonly string[] }
	| { readonly kind: 'truncated' }
	| { readonly kind: 'tooLong'; readonly records: number }
	/** `ambiguous` is the number of malformed records whose end is uncertain. */
	| { readonly kind: 'malformed'; readonly records: number; readonly ambiguous: number }
	| { readonly kind: 'otherCount'; readonly exported: number; readonly records: number };

/** @param exported Number of records in the original export, if known */
export function getFileLimits(
	{
		form,
		format,
		columns,
		moreColumns,
		joins = 0,
		truncated,
		tooLong = 0,
		broken,
		guessed,
		total,
	}: Omit<TableInfo, 'bytes'>,
	exported?: number,
): readonly FileLimit[] {
	return [
		...(form ? [{ kind: 'detectedForm', format, form } as const] : []),
		...(moreColumns ? [{ kind: 'moreColumns', columns: columns.length } as const] : []),
		...(lacksErrors(columns) ? [{ kind: 'noErrors' } as const] : []),
		...(joins > 0 ? [{ kind: 'joined', exports: joins + 1 } as const] : []),
		...spoiledColumns(columns),
		...(truncated ? [{ kind: 'truncated' } as const] : []),
		...(tooLong > 0 ? [{ kind: 'tooLong', records: tooLong } as const] : []),
		...(broken > 0 ? [{ kind: 'malformed', records: broken, ambiguous: guessed } as const] : []),
		...(exported !== undefined && exported !== total
			? [{ kind: 'otherCount', exported, records: total } as const]
			: []),
	];
}

/** Returns true if a file has an unknown column but no column with errors. Such a file isn't an export. */
function lacksErrors(columns: readonly Column[]): boolean {
	return (
		columns.some(({ meaning }) => meaning === '') && !columns.some(({ name }) => /^error(_json|_name)?$/.test(name))
	);
}

function spoiledColumns(columns: readonly Column[]): readonly FileLimit[] {
	return (['rounded', 'dates'] as const).flatMap((kind) => {
		const names = columns.filter(({ spoiled }) => spoiled === kind).map(({ name }) => name);
		return names.length > 0 ? [{ kind, columns: names }] : [];
	});
}
