import type { GroupOrder, TableFacts } from '../../../../shared/results';

/** Returns the requested order, or `records` if the table has no column for the requested order. */
export function availableOrder(
	order: GroupOrder,
	{ deviceColumn, timeColumn }: Pick<TableFacts, 'deviceColumn' | 'timeColumn'>,
): GroupOrder {
	switch (order) {
		case 'devices':
			return deviceColumn === undefined ? 'records' : order;
		case 'firstSeen':
		case 'lastSeen':
		case 'trend':
			return timeColumn === undefined ? 'records' : order;
		case 'records':
		case 'value':
			return order;
	}
}
