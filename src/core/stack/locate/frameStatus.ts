import { isLibraryFrame } from '../own/libraryFrame';
import { noOwnCode, type OwnCode } from '../own/ownCode';
import { framePath, pathLikeness } from '../trace/framePath';
import type { Frame } from '../trace/model';
import { candidatesFor, packagePath } from './candidates';
import type { FrameStatus } from './frameTarget';
import { isTopLevelKotlin } from './kotlinSearch';
import type { SourceIndex } from './sourceIndex';
import { isSearched } from './swiftSearch';

export function frameStatus(frame: Frame, index: SourceIndex, own: OwnCode = noOwnCode): FrameStatus {
	if (frame.kind === 'elided' || frame.kind === 'gap') {
		return 'none';
	}
	const { name, files } = candidatesFor(frame, index);
	if (isLibraryFrame(frame, own.declares)) {
		// The workspace may contain the library's source code in a folder with the package's name.
		const { dartPackage } = framePath(frame.file);
		const path = [...(dartPackage === undefined ? [] : [dartPackage]), ...packagePath(frame)];
		const isHere = path.length > 1 && files.some((file) => isAtEnd(path, file.path));
		return isHere ? 'own' : 'library';
	}
	if (files.length > 0 || isSearched(frame, index) || isTopLevelKotlin(frame, index)) {
		return 'own';
	}
	return name === undefined && frame.mapId === undefined ? 'none' : 'missing';
}

export function isShownAsLibrary(frame: Frame, status: FrameStatus): boolean {
	return status === 'library' || (status === 'none' && isLibraryFrame(frame));
}

function isAtEnd(path: readonly string[], file: string): boolean {
	return pathLikeness(path, file.split('/')).folders === path.length - 1;
}
