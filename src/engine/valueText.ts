import { readable } from '../shared/readableValue';
import type { RecordDetail } from '../shared/results';
import type { TracesPlace, TracesText } from './protocol';

/** What of a record's value is read for traces, on either side of the border. */
export function valueText(
	{ values }: RecordDetail,
	{ column, osNameColumn }: Pick<TracesPlace, 'column' | 'osNameColumn'>,
): TracesText {
	const osName = osNameColumn === undefined ? undefined : values[osNameColumn] || undefined;
	return { text: readable(values[column] ?? '').read, holds: 'value', osName };
}
