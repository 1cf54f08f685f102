import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { throwIfAborted } from '../../core/common/cancellation';
import { encodingLabels } from '../../core/records/read/form/encodingLabels';
import { unicodeEncoding } from '../../core/records/read/form/unicodeEncoding';
import type { ReadTrace } from '../../core/stack/texts/frameLinks';
import type { Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import { OpenTraces } from '../../engine/openTraces';
import { getTraces } from '../../engine/tracesOf';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { sourceOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';
import { line, table, title } from '../output/blocks';
import type { Progress } from '../output/progress';
import { type DescribedTrace, traceData } from '../records/traceData';

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

const maxBytes = 64 * 1024 * 1024;
const headBytes = 64 * 1024;

interface TypedText {
	readonly text: string;
	readonly cut: boolean;
}

/** Reads a file, or standard input if the path is `-` or undefined. */
async function readText(
	path: string | undefined,
	{ stdin, cwd }: Pick<Terminal, 'stdin' | 'cwd'>,
	signal: AbortSignal,
): Promise<TypedText> {
	if (path === undefined && stdin.isTTY) {
		throw new UsageError('Specify a file, or pass the text to standard input.');
	}
	const isInput = path === undefined || path === '-';
	const pieces: Buffer[] = [];
	let bytes = 0;
	try {
		const stream = isInput ? stdin : createReadStream(resolve(cwd, path));
		for await (const piece of addAbortSignal(signal, stream)) {
			pieces.push(Buffer.from(piece));
			bytes += piece.length;
			if (bytes > maxBytes) {
				break;
			}
		}
	} catch (error) {
		throwIfAborted(signal);
		throw error instanceof Error && 'code' in error ? new UsageError(`Can't read ${path}.`) : error;
	}
	return { text: decode(Buffer.concat(pieces).subarray(0, maxBytes)), cut: bytes > maxBytes };
}

function decode(bytes: Buffer): string {
	const encoding = unicodeEncoding(bytes.subarray(0, headBytes), []) ?? 'windows1252';
	return new TextDecoder(encodingLabels[encoding]).decode(bytes);
}

/** Returns the traces in a text. If the file extension is `.csv`, parses the text as CSV first. */
async function textTraces(
	text: string,
	path: string | undefined,
	engine: Pick<EngineClient, 'call'>,
	{ progress, signal }: { readonly progress: Pick<Progress, 'note'>; readonly signal: AbortSignal },
): Promise<readonly ReadTrace[]> {
	for (const format of /\.csv$/i.test(path ?? '') ? (['csv', 'any'] as const) : (['any'] as const)) {
		const { traces, cutShort } = await getTraces(engine, { text, format }, signal);
		if (cutShort) {
			progress.note('The text takes too long to parse, so stack traces may be missing.');
		}
		if (traces.length > 0) {
			return traces;
		}
	}
	return [];
}
