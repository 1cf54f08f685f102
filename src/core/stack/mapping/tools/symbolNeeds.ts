import { baseName } from '../../../common/baseName';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { isLibraryFrame } from '../../own/libraryFrame';
import type { Frame, Section, Trace } from '../../trace/model';
import { type AppleImage, appleImages } from './appleImages';
import type { SymbolTool } from './symbolTool';

/** Frames that require symbols, with the tools and the files that can symbolicate them. */
export interface SymbolNeed {
	readonly tools: readonly SymbolTool[];
	readonly file:
		| { readonly kind: 'dSym'; readonly image: string; readonly uuid: string | undefined }
		| { readonly kind: 'library'; readonly name: string; readonly buildId: string | undefined }
		| { readonly kind: 'dartSymbols'; readonly system: string | undefined; readonly buildId: string | undefined };
	readonly frames: readonly Frame[];
	readonly appleImage?: AppleImage;
}

export function* symbolNeeds(trace: Trace): CooperativeTask<SymbolNeed[]> {
	const needs: SymbolNeed[] = [];
	const images = yield* appleImages(trace);
	for (const [name, frames] of yield* byImage(trace, 'apple')) {
		const image = images.find((listed) => listed.name === name);
		const uuid = image?.uuid ?? frames.find((frame) => frame.image?.buildId !== undefined)?.image?.buildId;
		const file = { kind: 'dSym', image: name, uuid } as const;
		needs.push({ tools: ['atos'], file, frames, ...(image && { appleImage: image }) });
	}
	for (const [path, frames] of yield* byImage(trace, 'ndk')) {
		const buildId = frames.find((frame) => frame.image?.buildId !== undefined)?.image?.buildId;
		const file = { kind: 'library', name: baseName(path), buildId } as const;
		needs.push({ tools: ['llvmSymbolizer', 'ndkStack'], file, frames });
	}
	const dart: Frame[] = [];
	for (const frame of getFrames(trace, 'dart')) {
		yield;
		if (frame.position?.kind === 'aot') {
			dart.push(frame);
		}
	}
	if (dart.length > 0) {
		const build = yield* dartBuild(trace);
		needs.push({ tools: ['flutter'], file: { kind: 'dartSymbols', ...build }, frames: dart });
	}
	return needs;
}

function* byImage(trace: Trace, platform: Section['platform']): CooperativeTask<Map<string, Frame[]>> {
	const groups = new Map<string, Frame[]>();
	for (const frame of getFrames(trace, platform)) {
		yield;
		const name = frame.image?.name;
		if (name !== undefined && frame.line1 === undefined && !isLibraryFrame(frame)) {
			const group = groups.get(name);
			if (group) {
				group.push(frame);
			} else {
				groups.set(name, [frame]);
			}
		}
	}
	return groups;
}

function* getFrames({ sections }: Trace, platform: Section['platform']): Iterable<Frame> {
	for (const section of sections) {
		for (const line of section.platform === platform ? section.lines : []) {
			if (line.kind !== 'raw') {
				yield line;
			}
		}
	}
}

/** Parses the header of an obfuscated Dart trace: `os: android arch: arm64 …`, `build_id: '…'`. */
function* dartBuild({ lines }: Trace): CooperativeTask<{ system: string | undefined; buildId: string | undefined }> {
	let system: string | undefined;
	let buildId: string | undefined;
	for (const line of lines) {
		yield;
		const [, os, arch] = /^\s*os: (\w{1,20}) arch: (\w{1,20})/.exec(line) ?? [];
		system ??= os === undefined || arch === undefined ? undefined : `${os}-${arch}`;
		buildId ??= /^\s*build_id: '([\da-f]{8,64})'/.exec(line)?.[1];
	}
	return { system, buildId };
}
