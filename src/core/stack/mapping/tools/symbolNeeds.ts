import { baseName } from '../../../common/baseName';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { isLibraryFrame } from '../../own/libraryFrame';
import type { Frame, Section, Trace } from '../../trace/model';
import { type AppleImage, appleImages } from './appleImages';
import type { SymbolTool } from './symbolTool';

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
	for (const [name, frames] of yield* byImage(trace, isOfApple)) {
		const image = images.find((listed) => listed.name === name);
		const uuid = image?.uuid ?? frames.find((frame) => frame.image?.buildId !== undefined)?.image?.buildId;
		const file = { kind: 'dSym', image: name, uuid } as const;
		needs.push({ tools: ['atos'], file, frames, ...(image && { appleImage: image }) });
	}
	for (const [path, frames] of yield* byImage(trace, isOfLibrary)) {
		const buildId = frames.find((frame) => frame.image?.buildId !== undefined)?.image?.buildId;
		const file = { kind: 'library', name: baseName(path), buildId } as const;
		needs.push({ tools: ['llvmSymbolizer', 'ndkStack'], file, frames });
	}
	const dart: Frame[] = [];
	for (const { frame, platform } of getFrames(trace)) {
		yield;
		if (platform === 'dart' && frame.position?.kind === 'aot') {
			dart.push(frame);
		}
	}
	if (dart.length > 0) {
		const build = yield* dartBuild(trace);
		needs.push({ tools: ['flutter'], file: { kind: 'dartSymbols', ...build }, frames: dart });
	}
	return needs;
}

type PlatformTest = (frame: Frame, platform: Section['platform']) => boolean;

const isOfApple: PlatformTest = (frame, platform) => platform === 'apple' && !isOfLibrary(frame, platform);

const isOfLibrary: PlatformTest = ({ image }, platform) =>
	platform === 'ndk' || (image?.offset !== undefined && image.name.endsWith('.so'));

function* byImage(trace: Trace, isMeant: PlatformTest): CooperativeTask<Map<string, Frame[]>> {
	const groups = new Map<string, Frame[]>();
	for (const { frame, platform } of getFrames(trace)) {
		yield;
		const name = frame.image?.name;
		if (name !== undefined && frame.line1 === undefined && isMeant(frame, platform) && !isLibraryFrame(frame)) {
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

function* getFrames({ sections }: Trace): Iterable<{ readonly frame: Frame; readonly platform: Section['platform'] }> {
	for (const { lines, platform } of sections) {
		for (const line of lines) {
			if (line.kind !== 'raw') {
				yield { frame: line, platform };
			}
		}
	}
}

/** Parses lines in the header of an obfuscated Dart trace: `os: android arch: arm64 …`, `build_id: '…'`. */
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
