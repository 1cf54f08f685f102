import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { Trace } from '../../trace/model';

export interface AppleImage {
	readonly name: string;
	readonly loadAddress: string;
	readonly architecture: string;
	/** UUID in lowercase without hyphens. */
	readonly uuid: string;
}

const maxLength = 2048;

/** Parses the image list of a crash report: `0x100 - 0x1ff +Shop arm64  <0a1b…> /path`. */
export function* appleImages({ lines }: Trace): CooperativeTask<AppleImage[]> {
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
	// The words are the name (which can contain spaces), the architecture, and sometimes a version.
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
