import { basename, resolve } from 'node:path';
import { ViewCollector } from '../../services/report/collectView';
import { viewReport } from '../../services/report/viewReport';
import { addToSummary, writeReportTo } from '../out/writeReport';
import { askedFilters, askedKey, keyOption, keyWords, queryOption } from '../records/askedView';
import { limitsOf } from '../records/flags';
import { codeData, countsData, namesData } from '../records/groupData';
import type { Command } from '../world/command';

export const report: Command = {
	summary: 'Writes a report: totals, groups, what sets them apart and where they were thrown from.',
	usage: '<file or folder> [--out FILE.md or .html] [--by frames] [--query Q]',
	options: {
		...keyOption,
		...queryOption,
		out: { type: 'string', value: 'FILE', meaning: 'Markdown or HTML, by its name; standard output' },
	},
	takes: [1, 1],
	forms: ['markdown', 'table', 'json', 'ndjson'],
	async run(given, world) {
		const { terminal, signal, progress } = world;
		await using file = await world.open(given.operands[0] ?? '');
		const { info, entry, facts } = file;
		const key = askedKey(given.text('by'), info);
		const query = given.text('query');
		const { name, id } = entry?.stored.plan.application ?? {};
		const frames = await world.frames();
		const source = [name ?? id ?? basename(file.path)];
		const flags = limitsOf(entry);
		const sources = { records: file, info, traces: file.traces, frames, source, flags };
		const asked = {
			view: { filters: askedFilters(query, info), sort: [] },
			key,
			order: 'records',
			descending: true,
			filters: query === undefined ? [] : [query],
			keyWords: keyWords(key, info),
			timeZone: facts?.timeZone ?? 'UTC',
		} as const;
		let share = 0;
		const collected = await new ViewCollector(sources, signal).collect(asked, (more) => {
			share += more;
			progress.share('collecting', share);
		});
		const document = viewReport(collected);
		const out = given.text('out');
		if (out !== undefined) {
			await writeReportTo(document, resolve(terminal.cwd, out));
		}
		await addToSummary(document, terminal);
		const rows = collected.groups.map(({ group, code }) => ({
			...namesData(key, group.value),
			...countsData(group),
			code: codeData(code),
		}));
		const { records, devices } = collected;
		return {
			data: { file: file.path, by: asked.keyWords, records, devices: devices ?? null, limits: flags, groups: rows },
			rows,
			document,
			isWritten: out !== undefined,
		};
	},
};
