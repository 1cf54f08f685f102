import { readable } from '../shared/readableValue';
import type { RecordDetail } from '../shared/results';
import type { TracesPlace, TracesText } from './protocol';

/** Returns the text to parse from a record's value. The engine and the extension host must parse the same text. */
export function valueText(
	{ values }: RecordDetail,
	{ column, osNameColumn }: Pick<TracesPlace, 'column' | 'osNameColumn'>,
): TracesText {
	const osName = osNameColumn === undefined ? undefined : values[osNameColumn] || undefined;
	return { text: readable(values[column] ?? '').read, holds: 'value', osName };
}
