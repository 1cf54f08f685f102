import { androidFrames } from './android';
import { flutterFrames } from './flutter';
import type { WorkspaceFrame } from './frame';
import { iosFrames } from './ios';
import { reactNativeFrames } from './reactNative';
import { unityFrames } from './unity';
import { windowsFrames } from './windows';

interface FrameTable {
	readonly platform: string;
	readonly application: number;
	readonly frames: Readonly<Record<string, WorkspaceFrame>>;
}

export const frameTables: readonly FrameTable[] = [
	{ platform: 'Android', application: 101, frames: androidFrames },
	{ platform: 'iOS', application: 102, frames: iosFrames },
	{ platform: 'Flutter', application: 103, frames: flutterFrames },
	{ platform: 'React Native', application: 104, frames: reactNativeFrames },
	{ platform: 'Unity', application: 105, frames: unityFrames },
	{ platform: 'Windows', application: 106, frames: windowsFrames },
];

export const workspaceFrames: readonly WorkspaceFrame[] = frameTables.flatMap(({ frames }) => Object.values(frames));
