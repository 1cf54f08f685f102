import type { AgentContext } from '../context/agentContext';
import { type AgentColumns, agentColumns, columnNames, type PlacedColumn } from '../context/nonPersonalColumns';
import { readFilters } from '../context/readFilters';
import type { References } from '../context/references';
import { shownFilters } from '../context/shownFilters';
import type { AnswerContent } from '../text/answerText';
import { countText, momentText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import { cappedLine } from './cappedLine';
import { describeOpened } from './describeRecords';
import { openWhole } from './openWhole';

const usual: readonly string[] = ['error_name', 'error', 'app_version_name', 'os_name', 'os_version', 'device_model'];
const mostOfCell = 200;
const cellLength = 4_000;

export async function formatRecords(
	world: AgentContext,
	references: References,
	input: ToolInput<'search_records'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const of = references.exportOf(input.export);
	const opened = await openWhole(world, of, signal);
	const { timeColumn } = opened.info;
	const columns = agentColumns(opened.info, world);
	const asGiven = readFilters(input.query ?? '', columns, timeColumn, 'anywhere');
	const { filters, capped } = await shownFilters(opened, columns, asGiven, signal);
	const shown = shownColumns(input.columns, columns);
	const needed = [...shown, ...columns.personal].map(({ index }) => index);
	const view = { filters, sort: timeColumn === undefined ? [] : [{ column: timeColumn, descending: true }] };
	const end = input.offset + input.limit;
	const times = timeColumn === undefined ? [] : [timeColumn];
	const params = { view, start: input.offset, end, columns: [...needed, ...times], cellLength };
	const found = await opened.ask('page', params, signal);
	const rows = found.rows.map(({ number, cells, broken }, place) => {
		const id = `r${found.start + place + 1}`;
		const personal = cells.slice(shown.length, needed.length);
		const texts = shown.map(({ name }, column) => ({
			label: `${id}.${name}`,
			text: cells[column] ?? '',
			most: mostOfCell,
			personal,
			cutAt: cellLength,
		}));
		const time = timeColumn === undefined ? '' : ` · ${timeText(cells.at(-1) ?? '')}`;
		return { line: `${id}: record ${countText(number + 1)} of the file${time}${broken ? ' · malformed' : ''}`, texts };
	});
	return {
		head: [
			...describeOpened(input.export, of, opened, world.now()),
			`records: ${countText(found.count)}${asGiven.length > 0 ? ' match' : ''}${timeColumn === undefined ? '' : ', newest first'}`,
			...cappedLine(capped),
			`columns: ${shown
				.map(({ name }) => name)
				.filter((name) => columnNames(columns).includes(name))
				.join(', ')}`,
		],
		rows,
		rest: (fittingCount) => {
			const left = found.count - found.start - fittingCount;
			return left > 0
				? `not shown: ${countText(left)} more records; continue with offset=${found.start + fittingCount}`
				: '';
		},
	};
}

const label = /^[\w.-]{1,64}$/;

function shownColumns(names: readonly string[], columns: AgentColumns): readonly PlacedColumn[] {
	const wanted = new Set(names.length > 0 ? names : usual);
	if (columns.personal.some(({ name }) => names.includes(name))) {
		throw new AgentRefusal({ kind: 'personalColumn' });
	}
	const found = [...wanted].flatMap((name) => {
		const column = columns.open.find((known) => known.name === name && label.test(name));
		if (!column && names.length > 0) {
			throw new AgentRefusal({ kind: 'unknownColumn', columns: columnNames(columns) });
		}
		return column ?? [];
	});
	return found;
}

function timeText(cell: string): string {
	if (/^\d{9,11}$/.test(cell)) {
		return momentText(Number(cell));
	}
	return /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/.test(cell) ? cell.replace('T', ' ') : 'unknown';
}
