import type { Steps } from '../../../common/steps';
import type { Trace } from '../../trace/model';

/** A program or library as a crash report lists it. */
export interface AppleImage {
	readonly name: string;
	readonly loadAddress: string;
	readonly architecture: string;
	/** Lower case, without hyphens. */
	readonly uuid: string;
}

/** Longer lines are no lines of the list. */
const maxLength = 2048;

/** The list at the end of a crash report: `0x100 - 0x1ff +Shop arm64  <0a1b…> /path`. */
export function* appleImages({ lines }: Trace): Steps<AppleImage[]> {
	const images: AppleImage[] = [];
	for (const line of lines) {
		yield;
		const image = imageOf(line);
		if (image) {
			images.push(image);
		}
	}
	return images;
}

function imageOf(line: string): AppleImage | undefined {
	const open = line.indexOf(' <');
	const close = line.indexOf('>', open);
	const range = /^\s*(0x[\da-f]{1,16})\s+-\s+0x[\da-f]{1,16}\s+\+?/i.exec(line);
	if (!range || open < 0 || close < 0 || line.length > maxLength) {
		return undefined;
	}
	const uuid = line
		.slice(open + 2, close)
		.replaceAll('-', '')
		.toLowerCase();
	// Name, architecture and perhaps a version; names have spaces.
	const words = withoutVersion(line.slice(range[0].length, open).trimEnd());
	const space = words.lastIndexOf(' ');
	const [name, architecture] = [words.slice(0, Math.max(0, space)).trimEnd(), words.slice(space + 1)];
	if (!/^[\da-f]{32}$/.test(uuid) || name === '' || !/^\w{3,10}$/.test(architecture)) {
		return undefined;
	}
	return { name, loadAddress: range[1] ?? '', architecture, uuid };
}

function withoutVersion(words: string): string {
	const open = words.lastIndexOf('(');
	const hasVersion = open !== -1 && words.indexOf(')', open) === words.length - 1;
	return hasVersion ? words.slice(0, open).trimEnd() : words;
}
