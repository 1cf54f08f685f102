import { type OsName, osNames } from '../world/models';
import { Templates, type Text } from './template';

/** One mistake in a sample app: what a person would call one group of errors. */
export interface ErrorKind {
	readonly name: Text;
	readonly text: Text;
	/** Happens on this system only. */
	readonly os: OsName | undefined;
	/** The first version that has the mistake. */
	readonly since: string | undefined;
	/** The last version that has it. */
	readonly until: string | undefined;
	/** Has the one bad day of its application. */
	readonly spikes: boolean;
	/** Its frequency is that of its place in the list times this. */
	readonly weight: number;
}

/** In order of frequency, the most frequent first. */
export type ErrorKinds = readonly [ErrorKind, ...ErrorKind[]];

/** What stands above the first empty line of a kind or of a file. */
interface Header {
	readonly options: ReadonlyMap<string, string>;
	readonly values: ReadonlyMap<string, string>;
}

const optionNames: readonly string[] = ['os', 'since', 'until', 'spikes', 'weight'];

/**
 * Reads a file of kinds. Its sections begin with `=== kind NAME` or `=== part NAME`. A kind has a header, an empty line
 * and its text; the header holds options (`since: 2.3.0`), values (`let pid = {2000..31000}`) and comments (`# …`). What
 * is declared above the first section holds for all kinds, unless they declare it anew. `template.ts` says what can be
 * filled in; for whole lines there are
 *
 * - `{NAME}`: the lines of a part
 * - `{1024 times}…`: a line so many times over
 * - `{index 4}`: the number of a frame, padded to so many characters; counts from 0, anew after each empty line
 *
 * @throws RangeError for what it cannot read
 */
export function readKinds(file: string): ErrorKinds {
	const [start = '', ...sections] = file.replaceAll('\r\n', '\n').split(/^=== /m);
	const { values } = readHeader(start);
	const parts = new Map<string, readonly string[]>();
	const kinds: (readonly [name: string, content: string])[] = [];
	for (const section of sections) {
		const [, what, name = '', content = ''] = /^(part|kind) (.+)\n([\s\S]*?)\n*$/.exec(section) ?? [];
		if (what === 'part') {
			parts.set(name, content.split('\n'));
		} else if (what === 'kind') {
			kinds.push([name, content]);
		} else {
			throw new RangeError(`neither a part nor a kind: ${section}`);
		}
	}
	const [first, ...others] = kinds.map(([name, content]) => readKind(name, content, values, parts));
	if (!first) {
		throw new RangeError('there is no kind');
	}
	return [first, ...others];
}

function readKind(
	name: string,
	content: string,
	shared: ReadonlyMap<string, string>,
	parts: ReadonlyMap<string, readonly string[]>,
): ErrorKind {
	const end = content.startsWith('\n') ? 0 : content.indexOf('\n\n') + 1;
	const { options, values } = readHeader(content.slice(0, end));
	const templates = new Templates(new Map([...shared, ...values]));
	const lines = numbered(expanded(content.slice(end + 1).split('\n'), parts));
	return {
		name: templates.compile(name),
		text: templates.compile(lines.join('\n')),
		os: osNames.find((os) => os === options.get('os')),
		since: options.get('since'),
		until: options.get('until'),
		spikes: options.get('spikes') === 'true',
		weight: Number(options.get('weight') ?? 1),
	};
}

function readHeader(text: string): Header {
	const [options, values] = [new Map<string, string>(), new Map<string, string>()];
	for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
		const [, declared, source = ''] = /^let (\w+) = (.+)$/.exec(line) ?? [];
		const [, option = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
		if (declared !== undefined) {
			values.set(declared, source);
		} else if (optionNames.includes(option)) {
			options.set(option, value);
		} else {
			throw new RangeError(`neither an option nor a value: ${line}`);
		}
	}
	return { options, values };
}

function expanded(lines: readonly string[], parts: ReadonlyMap<string, readonly string[]>): string[] {
	return lines.flatMap((line) => {
		const part = parts.get(/^\{(\w+)\}$/.exec(line)?.[1] ?? '');
		const [, times, repeated = ''] = /^\{(\d+) times\}(.*)$/.exec(line) ?? [];
		return part ? expanded(part, parts) : times ? Array<string>(Number(times)).fill(repeated) : [line];
	});
}

function numbered(lines: readonly string[]): string[] {
	let index = 0;
	return lines.map((line) => {
		if (line === '') {
			index = 0;
		}
		return line.replace(/\{index (\d+)\}/, (_, width) => String(index++).padEnd(Number(width)));
	});
}
