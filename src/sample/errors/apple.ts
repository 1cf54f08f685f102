import { appleBuilds } from '../world/models';
import type { Draws } from '../world/random';
import { type AppleImage, appImage, binaryImageLine, images } from './appleImages';
import type { Circumstances, ErrorKind, Occurrence } from './errorKind';
import { baseName, type WorkspaceFrame } from './frame';

export interface AppleFrame {
	readonly image: AppleImage;
	/** Bytes from the start of the image. */
	readonly offset: number;
	/** What stands after the address; undefined where there are no symbols. */
	readonly text: string | undefined;
}

export interface AppleCrash {
	readonly type: string;
	readonly codes: string;
	/** Of "Application Specific Information". */
	readonly information?: (draws: Draws) => string;
	/** Where an exception was thrown that nobody caught; the crashed thread then shows only how the program ended. */
	readonly thrownAt?: readonly AppleFrame[];
	readonly crashed: readonly AppleFrame[];
	/** Number of the crashed thread; those before it wait for work. */
	readonly thread?: number;
}

export function own(frame: WorkspaceFrame): AppleFrame {
	const site = `${frame.symbol} + ${4 * (frame.line + 5)} (${baseName(frame.file)}:${frame.line})`;
	return { image: appImage, offset: offsetOf(frame.symbol) + 4 * frame.line, text: site };
}

/**
 * A frame of a library: `image symbol + 96`.
 * @throws RangeError for an image that is not in the table.
 */
export function library(name: string, symbol: string): AppleFrame {
	const image = images.get(name);
	if (!image) {
		throw new RangeError(`no such image: ${name}`);
	}
	return { image, offset: offsetOf(symbol), text: symbol };
}

/** A frame of the app without symbols. */
export function unknown(offset: number): AppleFrame {
	return { image: appImage, offset, text: undefined };
}

/** The text of a crash, with the header that crash reporters write (report version 104). */
export function crash(
	name: string,
	{ type, codes, information, thrownAt, crashed, thread = 0 }: AppleCrash,
	more: Circumstances = {},
): ErrorKind {
	const used = new Set([appImage, ...[...(thrownAt ?? []), ...crashed, ...idle].map((frame) => frame.image)]);
	return {
		name,
		text: (occurrence) => {
			const { draws } = occurrence;
			const loaded = new Slides(draws);
			const container = `/private/var/containers/Bundle/Application/${draws.uuid().toUpperCase()}/Shop.app/Shop`;
			const lines = [
				...header(occurrence, `Shop [${draws.between(300, 9999)}]`, container, 'launchd [1]'),
				`Exception Type:  ${type}`,
				`Exception Codes: ${codes} at 0x${loaded.hex(crashed[0])}`,
				`Crashed Thread:  ${thread}`,
				'',
			];
			if (information) {
				lines.push('Application Specific Information:', information(draws), '');
			}
			if (thrownAt) {
				lines.push('Last Exception Backtrace:', ...loaded.frames(thrownAt), '');
			}
			for (let index = 0; index < thread; index++) {
				lines.push(`Thread ${index}:`, ...loaded.frames(idle), '');
			}
			lines.push(`Thread ${thread} Crashed:`, ...loaded.frames(crashed), '');
			lines.push(`Thread ${thread + 1}:`, ...loaded.frames(idle), '', 'Binary Images:');
			for (const image of used) {
				lines.push(binaryImageLine(image, loaded.startOf(image), container));
			}
			return lines.join('\n');
		},
		...more,
	};
}

/** An error that the app reported itself: the header with a name and a dictionary, most of it unknown. */
export function reported(
	name: (draws: Draws) => string,
	userInfo: (draws: Draws) => readonly (readonly [key: string, value: string])[],
	more: Circumstances = {},
): ErrorKind {
	return {
		name: ({ draws }) => name(draws),
		text: (occurrence) => {
			const { draws } = occurrence;
			// First, so that it draws what the name of the error draws.
			const title = name(draws);
			const entries = userInfo(draws).map(([key, value]) => `    ${quoted(key)} = ${quoted(value)};`);
			return [
				...header(occurrence, '(null)', '(null)', '(null)'),
				'Exception Type:  Custom Exception',
				`Name:            ${title}`,
				'Reason:          ',
				`UserInfo:        {\n${entries.join('\n')}\n}`,
			].join('\n');
		},
		...more,
	};
}

function header(
	{ draws, device, version, packageName, happenedAt }: Occurrence,
	process: string,
	path: string,
	parent: string,
): string[] {
	return [
		`Incident Identifier: ${draws.uuid().toUpperCase()}`,
		'CrashReporter Key:   (null)',
		`Hardware Model:      ${device.model.hardware ?? '(null)'}`,
		`Process:         ${process}`,
		`Path:            ${path}`,
		`Identifier:      ${packageName}`,
		`Version:         ${version.name} (${version.build})`,
		'Code Type:       ARM-64',
		`Parent Process:  ${parent}`,
		'',
		`Date/Time:       ${happenedAt} +0000`,
		`OS Version:      iPhone OS ${device.osVersion} (${appleBuilds.get(device.osVersion) ?? '???'})`,
		'Report Version:  104',
		'',
	];
}

/** Old property list style: plain words bare, everything else quoted and escaped. */
function quoted(text: string): string {
	return /^[A-Za-z0-9_]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** Where this run of the app found its images in memory. */
class Slides {
	private readonly app: number;
	private readonly shared: number;

	constructor(draws: Draws) {
		this.app = draws.below(0x8000) * 0x4000;
		this.shared = draws.below(0x8000) * 0x4000;
	}

	startOf(image: AppleImage): number {
		return image.start + (image === appImage ? this.app : this.shared);
	}

	hex(frame: AppleFrame | undefined): string {
		return frame ? (this.startOf(frame.image) + frame.offset).toString(16).padStart(16, '0') : '0'.repeat(16);
	}

	frames(list: readonly AppleFrame[]): string[] {
		return list.map((frame, index) => {
			const { image, offset, text } = frame;
			const place = text ?? `0x${this.startOf(image).toString(16)} + ${offset}`;
			return `${String(index).padEnd(4)}${image.name.padEnd(35)} 0x${this.hex(frame)} ${place}`;
		});
	}
}

/** A place of a symbol in its image, the same in every build: only the slides differ. */
function offsetOf(symbol: string): number {
	let bits = 0;
	for (const character of symbol) {
		bits = (Math.imul(bits, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
	}
	return 0x4000 + (bits % 0x80000) * 4;
}

const idle: readonly AppleFrame[] = [
	library('libsystem_kernel.dylib', '__workq_kernreturn + 8'),
	library('libsystem_pthread.dylib', '_pthread_wqthread + 368'),
	library('libsystem_pthread.dylib', 'start_wqthread + 8'),
];
