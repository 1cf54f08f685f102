import { readable } from '../shared/readableValue';
import type { RecordDetail } from '../shared/results';
import type { TracesPlace, TracesText } from './protocol';

/** Returns the part of a record's value to parse. It must be the same in the engine and in the extension host. */
export function valueText(
	{ values }: RecordDetail,
	{ column, osNameColumn }: Pick<TracesPlace, 'column' | 'osNameColumn'>,
): TracesText {
	const osName = osNameColumn === undefined ? undefined : values[osNameColumn] || undefined;
	return { text: readable(values[column] ?? '').read, holds: 'value', osName };
}
