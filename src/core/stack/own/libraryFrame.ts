import { il2cppMember } from '../names/unityNames';
import { lastSegment } from '../trace/characters';
import type { Frame } from '../trace/model';
import { Beginnings } from './beginnings';
import {
	appleLibraryImages,
	dartPackages,
	dotnetNamespaces,
	jvmPackages,
	nativeLibraries,
	unityImages,
	windowsLibrary,
} from './libraryNames';

const jvm = new Beginnings(jvmPackages);
const dotnet = new Beginnings(dotnetNamespaces);

/**
 * Whether a frame is of a library, by its names alone. `inWorkspace` knows better: a frame that resolves into the
 * open workspace is never of a library, one that is known not to always is.
 */
export function isLibraryFrame(frame: Frame, inWorkspace?: (frame: Frame) => boolean | undefined): boolean {
	return !(inWorkspace?.(frame) ?? !isLibraryByName(frame));
}

function isLibraryByName(frame: Frame): boolean {
	const { kind, file = '' } = frame;
	switch (kind) {
		case 'elided':
		case 'gap':
			return true;
		case 'javascript':
			// Without a place: `at Array.map (<anonymous>)`, `at async Promise.all (index 0)`.
			return (file === '' && frame.line1 === undefined) || isJavascriptLibrary(file);
		case 'native':
			return isNativeLibrary(frame, lastSegment(frame.module ?? ''));
		case 'managed':
			break;
	}
	const { type = '' } = frame;
	// As most frames are; names of Dart's code are no such packages, wherever they begin with the same words.
	if (jvm.begin(type) && !file.endsWith('.dart') && !file.startsWith('package:')) {
		return true;
	}
	const { module = '' } = frame;
	if (module.startsWith('dart:') || file.startsWith('org-dartlang') || file.startsWith('dart:')) {
		return true;
	}
	if (file.startsWith('package:')) {
		return dartPackages.has(module);
	}
	if (file.endsWith('.dart')) {
		return file.includes('.pub-cache') || file.includes('/flutter/packages/') || file.startsWith('dart-sdk/');
	}
	return (
		dotnet.begin(type) ||
		file.includes('Library/PackageCache/') ||
		file.startsWith('Packages/com.unity.') ||
		// What the system's browser is built from has no names of its own.
		file.startsWith('chromium-') ||
		jvm.begin(module)
	);
}

function isJavascriptLibrary(file: string): boolean {
	return (
		file.includes('node_modules/') ||
		file.includes('node_modules\\') ||
		file === 'InternalBytecode.js' ||
		file.startsWith('node:') ||
		file.startsWith('internal/') ||
		/^(?:chrome|moz|safari-web)-extension:/.test(file)
	);
}

/** Where images of the system are, as frames name them. */
const systemPlaces = [
	' /system/',
	' /apex/',
	' /vendor/',
	' /product/',
	' /usr/lib',
	' (/usr/lib',
	' (/lib',
	' [vdso]',
];

function isNativeLibrary(frame: Frame, module: string): boolean {
	if (nativeLibraries.has(module) || windowsLibrary.test(module) || appleLibraryImages.has(module)) {
		return true;
	}
	if (unityImages.has(module)) {
		return il2cppMember(frame.method ?? '') === undefined;
	}
	if (module.endsWith('.dylib') || module.startsWith('libswift')) {
		return true;
	}
	if (module.endsWith('.so') || frame.image !== undefined) {
		const { text } = frame;
		// Most images have no path.
		const mayBeOfSystem = text.includes('/') || text.includes('[');
		if (mayBeOfSystem && systemPlaces.some((place) => text.includes(place))) {
			return true;
		}
		if (module === 'libc.so' || module === 'libart.so') {
			return true;
		}
	}
	// Code of Java that was compiled ahead of time or in memory, and of Kotlin/Native.
	if (jvm.begin(frame.type ?? '')) {
		return true;
	}
	if (module.startsWith('[') || module.startsWith('<')) {
		// Memory that no file is behind: `[vdso]`, `[anon:dalvik-jit-code-cache]`, `<anonymous:7b1c2d3e40>`.
		return frame.type?.includes('.') !== true;
	}
	const scope = /^(?:std|core|alloc)(?:::|$)/.test(frame.enclosing?.type ?? '');
	return scope || frame.file?.startsWith('/rustc/') === true;
}
