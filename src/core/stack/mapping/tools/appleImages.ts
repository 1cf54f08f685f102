import { baseName } from '../../../common/baseName';
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

/**
 * Parses the image list of a crash report: `0x100 - 0x1ff +Shop arm64  <0a1b…> /path`. In a report with sampled stacks,
 * the lines contain no architecture, and may contain the bundle ID: `0x100 - 0x1ff com.acme.shop 3.1 (31) <0A1B-…> /path`.
 */
export function* appleImages({ lines }: Trace): CooperativeTask<AppleImage[]> {
	const images: AppleImage[] = [];
	let architecture = 'arm64';
	for (const line of lines) {
		yield;
		// Reports print the device's architecture first and then the app's, so the last one applies.
		const [, named] = /^Architecture: {1,20}(\w{3,10})$/.exec(line) ?? [];
		architecture = named === undefined ? architecture : named.replace('arm64e', 'arm64');
		const image = imageOf(line, architecture);
		if (image) {
			images.push(image);
		}
	}
	return images;
}

function imageOf(line: string, sampled: string): AppleImage | undefined {
	const open = line.indexOf(' <');
	const close = line.indexOf('>', open);
	const range = /^\s*(0x[\da-f]{1,16})\s+-\s+(?:0x[\da-f]{1,16}|\?\?\?)\s+\+?/i.exec(line);
	if (!range || open < 0 || close < 0 || line.length > maxLength) {
		return undefined;
	}
	const uuid = line
		.slice(open + 2, close)
		.replaceAll('-', '')
		.toLowerCase();
	// The text before the UUID contains the name (which can contain spaces), the architecture, and sometimes a version.
	const words = withoutVersion(line.slice(range[0].length, open).trimEnd());
	const space = words.lastIndexOf(' ');
	const listed = { name: words.slice(0, Math.max(0, space)).trimEnd(), architecture: words.slice(space + 1) };
	const isListed = listed.name !== '' && /^(?:arm|x86|i386|ppc)\w{0,8}$/.test(listed.architecture);
	const { name, architecture } = isListed
		? listed
		: { name: baseName(line.slice(close + 1).trim()), architecture: sampled };
	if (!/^[\da-f]{32}$/.test(uuid) || name === '') {
		return undefined;
	}
	return { name, loadAddress: range[1] ?? '', architecture, uuid };
}

function withoutVersion(words: string): string {
	const open = words.lastIndexOf('(');
	const hasVersion = open !== -1 && words.indexOf(')', open) === words.length - 1;
	return hasVersion ? words.slice(0, open).trimEnd() : words;
}
