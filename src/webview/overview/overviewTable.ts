import type { OverviewRow } from '../../shared/protocols/overviewProtocol';
import { element } from '../common/dom/element';
import { oneStop } from '../common/dom/oneStop';
import { createRow, type RowContext } from './overviewRow';

interface OverviewTable {
	readonly root: HTMLElement;
	readonly show: (rows: readonly OverviewRow[]) => void;
	readonly focus: () => void;
}

/** Creates the table of applications. Its buttons are a single tab stop, and the arrow keys move between them. */
export function overviewTable(context: RowContext): OverviewTable {
	const { t } = context;
	const body = element('tbody', { role: 'rowgroup' });
	const columnHeader = (label: string, kind = '') =>
		element('th', { scope: 'col', role: 'columnheader', class: kind }, label);
	const rates = columnHeader(t('Devices without errors per day'), 'overview-rates');
	// The ARIA roles are explicit, because rows lose their implicit roles when a narrow page lays them out as blocks.
	const root = element(
		'table',
		{ class: 'overview-table', role: 'table', 'aria-label': t('Applications') },
		element(
			'thead',
			{ role: 'rowgroup' },
			element(
				'tr',
				{ role: 'row' },
				columnHeader(t('Application')),
				columnHeader(t('Since last reviewed')),
				columnHeader(t('Spike today')),
				columnHeader(t('Records, 7 days'), 'number'),
				columnHeader(t('Devices, 7 days'), 'number'),
				rates,
				columnHeader(t('Per day, 4 weeks'), 'overview-trend'),
				columnHeader(t('Sync')),
			),
		),
		body,
	);
	oneStop(root);
	let drawn = new Map<string, { readonly text: string; readonly row: HTMLElement }>();
	return {
		root,
		show: (rows) => {
			const focused = focusedButton(body);
			const before = drawn;
			const hasRates = rows.some(({ recent }) => recent?.rates !== undefined);
			rates.hidden = !hasRates;
			root.classList.toggle('has-rates', hasRates);
			drawn = new Map(
				rows.map((row) => {
					const text = JSON.stringify([row, hasRates]);
					const known = before.get(row.id);
					return [row.id, known?.text === text ? known : { text, row: createRow(row, hasRates, context) }];
				}),
			);
			body.replaceChildren(...[...drawn.values()].map(({ row }) => row));
			if (focused) {
				const buttons = [...(drawn.get(focused.id)?.row.querySelectorAll('button') ?? [])];
				(buttons.find(({ className }) => className === focused.kind) ?? buttons[0])?.focus();
			}
		},
		focus: () => root.querySelector('button')?.focus(),
	};
}

function focusedButton(body: HTMLElement): { readonly id: string; readonly kind: string } | undefined {
	const active = document.activeElement;
	const row = active && body.contains(active) ? active.closest('tr') : undefined;
	return row && active ? { id: row.dataset['id'] ?? '', kind: active.className } : undefined;
}
