import { type CooperativeTask, itemsPerYield } from '../../common/cooperativeTask';
import type { ReportNode } from './reportNode';
import { type ReportText, withoutControls } from './reportText';

export interface ReportImage {
	readonly name: string;
	readonly base: bigint;
	readonly size: number;
	readonly uuid: string;
	readonly architecture: string;
	readonly path: string;
}

export interface ReportFrame {
	readonly node: ReportNode;
	readonly image: ReportImage | undefined;
	readonly offset: number;
	readonly symbol?: ReportNode | undefined;
	readonly symbolOffset?: number | undefined;
	readonly file?: ReportNode | undefined;
	readonly line?: number | undefined;
	readonly inlined?: boolean;
}

/** Maximum length of an image name. It is limited, because every frame in the image repeats the name. */
const maxNameLength = 100;
const maxPathLength = 1000;
const maxDetails = 8;
const maxDetailLength = 2000;

export function hex(address: bigint): string {
	return `0x${address.toString(16).padStart(9, '0')}`;
}

export function imageName(name: string): string {
	return withoutControls(name).slice(0, maxNameLength).trim() || '???';
}

export function* addFrames(out: ReportText, frames: Iterable<ReportFrame>): CooperativeTask<void> {
	let number = 0;
	for (const frame of frames) {
		if (number % itemsPerYield === 0) {
			yield;
		}
		addFrame(out, number++, frame);
	}
}

function addFrame(out: ReportText, number: number, frame: ReportFrame): void {
	const { node, image, offset, symbol, symbolOffset, file, line } = frame;
	const base = image?.base ?? 0n;
	out.moveTo(node.start);
	out.add(`${number}   ${image?.name ?? '???'}   ${hex(base + BigInt(offset))} `);
	if (symbol === undefined) {
		out.add(`${hex(base)} + ${offset}`);
	} else {
		out.copy(symbol);
		out.add(symbolOffset === undefined ? '' : ` + ${symbolOffset}`);
	}
	if (file !== undefined) {
		out.add(' (');
		out.copy(file);
		out.add(`:${line ?? 0})`);
	}
	out.add(frame.inlined === true ? ' [inlined]\n' : '\n');
}

export function addDetails(out: ReportText, messages: readonly string[]): void {
	const lines = messages.flatMap((message) => message.slice(0, maxDetailLength).split('\n'));
	for (const line of lines.filter((text) => text.trim() !== '').slice(0, maxDetails)) {
		out.line(`Application Specific Information: ${line.trim()}`);
	}
}

export function addUncaught(out: ReportText, name: string, reason: string): void {
	const text = reason === '' ? '' : `, reason: '${reason}'`;
	out.line(`*** Terminating app due to uncaught exception '${name}'${text}`);
}

export function addImages(out: ReportText, images: Iterable<ReportImage>): void {
	out.line('');
	out.line('Binary Images:');
	for (const { name, base, size, uuid, architecture, path } of images) {
		const end = base + BigInt(Math.max(0, size - 1));
		const id = uuid.replaceAll('-', '').toLowerCase();
		const file = path.slice(0, maxPathLength);
		out.line(`${hex(base)} - ${hex(end)} ${name} ${architecture}  <${id}> ${file}`);
	}
}
