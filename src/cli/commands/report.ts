import { basename, resolve } from 'node:path';
import { ViewCollector } from '../../core/report/collectView';
import { GroupSuspects } from '../../core/suspects/groupSuspects';
import { FixJudge, judgeTriage } from '../../core/triage/fixed/judgeFix';
import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey } from '../../shared/results';
import { viewReport } from '../../wording/report/viewReport';
import { describeSuspects } from '../../wording/revisionMessages';
import { describeTriage } from '../../wording/triageMessages';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import { addToSummary, reportFormatOf, writeReportTo } from '../output/writeReport';
import { takeLimits } from '../records/flags';
import { codeData, countsData, linksOf, namesData } from '../records/groupData';
import { ThrownFrom } from '../records/thrownFrom';
import { askedFilters, askedKey, keyOption, keyWords, queryOption } from '../records/viewFromOptions';
import { activeDevicesOption, openActiveDevices } from '../triage/activeDevicesOption';
import { openTriage, triageOption } from '../triage/triageOf';

export const report: Command = {
	summary: 'Writes a report with totals, groups, common traits, and source locations.',
	usage: '<file or folder> [--out FILE.md or .html] [--by frames] [--query QUERY]',
	options: {
		...keyOption,
		...queryOption,
		...activeDevicesOption,
		...triageOption,
		out: { type: 'string', value: 'FILE', meaning: 'output file (.md or .html; default: standard output)' },
	},
	uses: ['output', 'library', 'version-tags', ...sourceOptions],
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
		const timeZone = facts?.timeZone ?? 'UTC';
		const suspects = new GroupSuspects(file, info, (question) => context.findSuspects(question), signal);
		const thrownFrom = new ThrownFrom(file, { filters: [], sort: [] }, frames, signal);
		const commitOf = async (key: GroupKey, value: GroupValue) => {
			const change = { isIncrease: false, fixedIn: [] };
			const found = await suspects.of(key, value, change, () => thrownFrom.ownLines(key, value));
			return found.kind === 'found' ? describeSuspects(found, timeZone) : '';
		};
		const active = await openActiveDevices(given, context);
		const triage = await openTriage(given, context, file);
		const fixes = new FixJudge(file, info, facts, active, signal);
		const triageOf = async (key: GroupKey, values: readonly GroupValue[]) =>
			triage ? describeTriage(await judgeTriage(triage, fixes, key, values), fixes) : [];
		const sources = { records: file, info, traces: file.traces, frames, source, flags, commitOf, triageOf, links };
		const params = {
			view: { filters: askedFilters(query, info), sort: [] },
			key,
			order: 'records',
			descending: true,
			filters: query === undefined ? [] : [query],
			keyWords: keyWords(key, info),
			timeZone,
		} as const;
		let share = 0;
		const collected = await new ViewCollector(sources, signal).collect(params, (more) => {
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
				groupedBy: params.keyWords,
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
