import { inFile } from './frame';

const app = inFile('timetable-react-native/src/App.tsx');
const departures = inFile('timetable-react-native/src/api/departures.ts');
const board = inFile('timetable-react-native/src/screens/BoardScreen.tsx');
const row = inFile('timetable-react-native/src/components/DepartureRow.tsx');
const favourites = inFile('timetable-react-native/src/storage/favourites.ts');

export const reactNativeFrames = {
	readAtStart: app([10, 10], 'App', 'readFavourites()', 'anonymous'),
	refused: departures([24, 11], 'loadDepartures', 'new TimetableError('),
	parseAnswer: departures([27, 31], 'loadDepartures', 'parse('),
	sortAnswer: departures([28, 10], 'loadDepartures', 'sortByTime('),
	sort: departures([32, 29], 'sortByTime', 'sort('),
	loadForBoard: board([13, 25], 'refresh', 'loadDepartures(stop'),
	trimStop: board([13, 46], 'refresh', 'trim('),
	pressStop: board([25, 49], 'BoardScreen', 'addFavourite(stop', 'onPress'),
	rowTime: row([10, 14], 'DepartureRow', 'formatTime(departure)'),
	rowPlatform: row([11, 14], 'DepartureRow', 'formatPlatform(departure)'),
	time: row([18, 15], 'formatTime', 'toISOString('),
	platform: row([23, 36], 'formatPlatform', 'name;'),
	notAList: favourites([9, 11], 'readFavourites', 'new TypeError('),
	parseList: favourites([7, 21], 'readFavourites', 'parse('),
	normalize: favourites([11, 57], 'readFavourites', 'normalize(', 'anonymous'),
	mapList: favourites([11, 15], 'readFavourites', 'map('),
	readToAdd: favourites([15, 23], 'addFavourite', 'readFavourites()'),
} as const;

/**
 * Frames on the only line of the release bundle, with their originals in the workspace's source map. The map was
 * created with `esbuild index.js --bundle --minify --format=iife --jsx=automatic --sourcemap=external
 * --sources-content=false`, with packages marked as external and sources relative to the project.
 */
export const bundleFrames = {
	platform: { symbol: 'J', column: 1581, original: reactNativeFrames.platform },
	rowPlatform: { symbol: 'D', column: 1469, original: reactNativeFrames.rowPlatform },
	normalize: { symbol: 'anonymous', column: 1878, original: reactNativeFrames.normalize },
	mapList: { symbol: 'w', column: 1864, original: reactNativeFrames.mapList },
	readToAdd: { symbol: 'v', column: 1923, original: reactNativeFrames.readToAdd },
	pressStop: { symbol: 'onPress', column: 2356, original: reactNativeFrames.pressStop },
} as const;
