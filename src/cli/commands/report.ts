import { basename, resolve } from 'node:path';
import { ViewCollector } from '../../core/report/collectView';
import { viewReport } from '../../wording/report/viewReport';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import { addToSummary, reportFormatOf, writeReportTo } from '../output/writeReport';
import { takeLimits } from '../records/flags';
import { codeData, countsData, linksOf, namesData } from '../records/groupData';
import { askedFilters, askedKey, keyOption, keyWords, queryOption } from '../records/viewFromOptions';

export const report: Command = {
	summary: 'Writes a report with totals, groups, common traits, and source locations.',
	usage: '<file or folder> [--out FILE.md or .html] [--by frames] [--query QUERY]',
	options: {
		...keyOption,
		...queryOption,
		out: { type: 'string', value: 'FILE', meaning: 'output file (.md or .html; default: standard output)' },
	},
	uses: ['output', 'library', ...sourceOptions],
	takes: [1, 1],
	forms: ['markdown', 'table', 'json', 'ndjson'],
	async run(given, context) {
		const { terminal, signal, progress } = context;
		const out = given.text('out');
		if (out !== undefined) {
			reportFormatOf(out);
		}
		await using file = await context.open(given.operands[0] ?? '');
		const { info, entry, facts } = file;
		const limits = takeLimits(file, progress);
		const key = askedKey(given.text('by'), info);
		const query = given.text('query');
		const { name, id } = entry?.stored.plan.application ?? {};
		const frames = await context.frames();
		const source = [name ?? id ?? basename(file.path)];
		const flags = limits.map(({ text }) => text);
		const links = linksOf(file);
		const sources = { records: file, info, traces: file.traces, frames, source, flags, links };
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
			data: {
				file: file.path,
				groupedBy: asked.keyWords,
				records,
				devices: devices ?? null,
				limits,
				groups: rows,
			},
			rows,
			document,
			isWritten: out !== undefined,
		};
	},
};
