import { type OsName, osNames } from '../world/models';
import { Templates, type Text } from './template';

export interface ErrorKind {
	readonly name: Text;
	readonly text: Text;
	readonly os: OsName | undefined;
	/** First version with the bug. If undefined, all versions up to `until` have the bug. */
	readonly since: string | undefined;
	readonly until: string | undefined;
	readonly spikes: boolean;
	/**
	 * Multiplier for the frequency of the error. Before multiplication, the frequency depends only on the error's
	 * position in the list.
	 */
	readonly weight: number;
}

export type ErrorKinds = readonly [ErrorKind, ...ErrorKind[]];

interface Header {
	readonly options: ReadonlyMap<string, string>;
	readonly values: ReadonlyMap<string, string>;
}

const optionNames: readonly string[] = ['os', 'since', 'until', 'spikes', 'weight'];

/**
 * Parses a file with sections that begin with `=== kind NAME` or `=== part NAME`. A kind consists of a header, an empty
 * line and its text. The header contains options (`since: 2.3.0`), values (`let pid = {2000..31000}`) and comments (`#
 * …`). Declarations before the first section apply to all kinds. Some placeholders expand to whole lines:
 * - `{NAME}`: the lines of a part
 * - `{1024 times}…`: the line, repeated the given number of times
 * - `{index 4}`: the frame index, padded to the given width; restarts at 0 after each empty line
 * @throws RangeError if the file is malformed
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
		throw new RangeError('unknown kind');
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
