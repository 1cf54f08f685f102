import type { Trace } from '../../core/stack/trace/model';
import { OpenTraces } from '../../engine/openTraces';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { line, table, title } from '../output/blocks';
import { readText } from '../records/readText';
import { textTraces } from '../records/textTraces';
import { type DescribedTrace, traceData } from '../records/traceData';

/** Maximum number of traces to show. A log can contain any number of them. */
const maxTraces = 1_000;

const unknownOrigin = { application: [], version: undefined, osName: undefined };

export const trace: Command = {
	summary: 'Shows the stack traces in a text, with your code marked and the lines in the workspace.',
	usage: '[<file> or -] [--workspace DIR] [--mappings GLOB]',
	options: {},
	uses: ['output', ...sourceOptions],
	takes: [0, 1],
	async run(given, context) {
		const { terminal, progress, signal } = context;
		const [path] = given.operands;
		const { text, cut } = await readText(path, terminal, signal);
		if (cut) {
			progress.note('The text is too long. Only its beginning is searched for stack traces.');
		}
		const found = await textTraces(text, path, context.engine, context);
		if (found.length === 0) {
			throw new UsageError('The text contains no stack trace.');
		}
		if (found.length > maxTraces) {
			progress.note(`Only the first ${maxTraces} of ${found.length} stack traces are shown.`);
		}
		const sources = await context.frames();
		const known = new Map<string, DescribedTrace>();
		const traces: DescribedTrace[] = [];
		for (const { text, trace } of found.slice(0, maxTraces)) {
			const plain = known.has(text) ? undefined : await deobfuscated(text, context);
			const shown = known.get(text) ?? (await traceData(plain ?? trace, plain !== undefined, sources, signal));
			known.set(text, shown);
			traces.push(shown);
		}
		const rows = traces.map(({ data }) => data);
		return {
			data: { traces: rows, group: rows[0]?.['group'] ?? null },
			rows,
			document: { title: 'Stack traces', language: 'en', blocks: traces.flatMap(blocksOf) },
		};
	},
};

/** Returns the deobfuscated trace. Undefined if the trace needs no mapping file or none matches. */
async function deobfuscated(
	text: string,
	{ engine, mappings, signal }: Pick<CliContext, 'engine' | 'mappings' | 'signal'>,
): Promise<Trace | undefined> {
	using opened = await OpenTraces.ofText(engine, { text, holds: 'trace' }, signal);
	const [only] = opened.all;
	const result = only && (await mappings.deobfuscate(only, unknownOrigin, signal));
	return result?.kind === 'done' ? result.result.plain : undefined;
}

function blocksOf({ headers, frames }: DescribedTrace) {
	return [
		title({ foreign: headers[0] ?? 'Stack trace' }),
		...headers.slice(1).map((header) => line({ foreign: header })),
		...table(
			['Own', 'Frame', 'Code'],
			frames.map(({ text, isOwn, place }) => [isOwn ? '*' : '', { foreign: text }, { foreign: place ?? '' }]),
		),
	];
}
