import './page.css';
import { createFormats } from '../../../../src/webview/common/format/formats';
import { createTranslate } from '../../../../src/webview/common/format/translate';
import { Grid } from '../../../../src/webview/results/grid/grid';
import type { HarnessApi, Told } from '../stageApi';
import { scrollRows } from './frames';
import { columnsFor, Records } from './records';

declare global {
	interface Window {
		stage: HarnessApi;
	}
}

const query = new URLSearchParams(location.search);
const told: Told[] = [];
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
	violations.push(`${violatedDirective} ${blockedURI}`),
);

const host = document.querySelector('main');
if (!host) {
	throw new Error('the page has no place for the grid');
}
document.body.className = 'vscode-dark';
document.documentElement.dir = query.get('dir') ?? 'ltr';
const records = new Records({
	count: Number(query.get('rows') ?? 1000),
	columns: Number(query.get('columns') ?? 14),
	delay: Number(query.get('delay') ?? 5),
});
const format = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent' });
const brief = ({ position, column, text }: { position: number; column: number | undefined; text: string }) => ({
	position,
	column,
	text,
});

const grid = new Grid(host, records, {
	label: 'Records',
	t: createTranslate({}),
	formatCount: (count) => format.format(count),
	plural: createFormats('en', 'UTC', createTranslate({})).plural,
	formatShare: (part, whole) => percent.format(part / whole),
	announce: (text) => told.push({ kind: 'announced', text }),
	columns: columnsFor(Number(query.get('columns') ?? 14)),
	sort: [],
	filters: new Map(),
	density: query.get('density') === 'tall' ? 'tall' : 'compact',
	top: Number(query.get('top') ?? 0),
	gridMenu: () => [],
	cellMenu: () => [{ kind: 'item', label: 'Something more', run: () => undefined }],
	events: {
		sorted: (sort) => told.push({ kind: 'sorted', sort }),
		filtered: (filter) => {
			told.push({ kind: 'filtered', filter });
			return undefined;
		},
		filterHelpWanted: () => told.push({ kind: 'filterHelpWanted' }),
		columnsChanged: (columns) =>
			told.push({
				kind: 'columns',
				columns: columns.map(
					({ id, width, hidden, pinned }) => `${id}:${width}${hidden ? ' hidden' : ''}${pinned ? ' pinned' : ''}`,
				),
			}),
		selected: (ranges, columns) => told.push({ kind: 'selected', ranges, columns }),
		columnActivated: () => undefined,
		activated: (cell) => told.push({ kind: 'activated', cell: brief(cell) }),
		opened: (cell) => told.push({ kind: 'opened', cell: brief(cell) }),
		copied: (what) =>
			told.push(
				what.kind === 'rows'
					? { kind: 'copiedRows', ranges: what.ranges, columns: what.columns }
					: { kind: 'copiedCell', cell: brief(what.cell) },
			),
		groupedBy: (column) => told.push({ kind: 'groupedBy', column }),
		topValuesWanted: (column) => told.push({ kind: 'topValues', column }),
		filterEditWanted: (column) => told.push({ kind: 'filterEditWanted', column }),
		counted: (count) => told.push({ kind: 'counted', count }),
		scrolled: () => undefined,
		failed: (error) => told.push({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
	},
});

const scroller = () => {
	const found = document.querySelector('[role=grid]');
	if (!found) {
		throw new Error('there is no grid');
	}
	return found;
};

window.stage = {
	told: () => told.splice(0),
	toldSoFar: () => [...told],
	violations: () => violations,
	setView: ({ view = records.view, count = records.count }) => Object.assign(records, { view, count }),
	reload: ({ filterTexts, summaries = [], ...reload }) => {
		const box = (typed: boolean) => (entry: readonly [number, string]) =>
			[entry[0], { text: entry[1], typed }] as const;
		const filters = new Map([...(filterTexts ?? []).map(box(true)), ...summaries.map(box(false))]);
		grid.reload({ ...reload, ...(filters.size > 0 ? { filters } : {}) });
	},
	setCount: (count) => grid.setCount(count),
	goToRow: (position, focus) => grid.goToRow(position, { focus }),
	goToColumn: (column, focus) => grid.goToColumn(column, { focus }),
	select: (ranges) => grid.select(ranges),
	setDensity: (density) => grid.setDensity(density),
	focus: () => grid.focus(),
	dispose: () => grid.dispose(),
	hold: () => records.hold(),
	release: () => records.release(),
	fail: (failing) => {
		records.failing = failing;
	},
	requests: () => ({ made: records.made, aborted: records.aborted }),
	scrollTo: async (top) => {
		const before = scroller().scrollTop;
		const scrolled = new Promise((resolve) => scroller().addEventListener('scroll', resolve, { once: true }));
		scroller().scrollTop = top;
		if (scroller().scrollTop !== before) {
			await scrolled;
		}
	},
	setScreenReader: (on) => document.body.classList.toggle('vscode-using-screen-reader', on),
	rowsOnScreen: () => {
		const body = document.querySelector('.grid-body')?.getBoundingClientRect();
		return [...document.querySelectorAll('.grid-row')].flatMap((row) => {
			const { top, bottom } = row.getBoundingClientRect();
			const isSeen = body && bottom > body.top + 0.5 && top < body.bottom - 0.5;
			const text = row.querySelector('[aria-colindex="2"]')?.textContent ?? '';
			return isSeen ? [{ position: Number(row.ariaRowIndex) - 3, text, top: top - body.top }] : [];
		});
	},
	elements: () => document.querySelectorAll('*').length,
	scrollRows: (moves, rowsEach, when) => scrollRows(scroller(), grid.count, moves, rowsEach, when),
};
