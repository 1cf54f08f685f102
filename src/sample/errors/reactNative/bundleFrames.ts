import { reactNativeFrames as frames } from './frames';

/**
 * Frames of the release bundle, all on its one line, and what the workspace's source map makes of them. The map was
 * made by `esbuild index.js --bundle --minify --format=iife --jsx=automatic --sourcemap=external
 * --sources-content=false`, with the packages external and its sources relative to the project.
 */
export const bundleFrames = {
	platform: { symbol: 'J', column: 1581, original: frames.platform },
	rowPlatform: { symbol: 'D', column: 1469, original: frames.rowPlatform },
	normalize: { symbol: 'anonymous', column: 1878, original: frames.normalize },
	mapList: { symbol: 'w', column: 1864, original: frames.mapList },
	readToAdd: { symbol: 'v', column: 1923, original: frames.readToAdd },
	pressStop: { symbol: 'onPress', column: 2356, original: frames.pressStop },
} as const;
