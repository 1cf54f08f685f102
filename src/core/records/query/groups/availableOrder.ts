import type { GroupOrder, TableFacts } from '../../../../shared/results';

/** Returns the order, or `records` if the table doesn't have the column for this order. */
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
