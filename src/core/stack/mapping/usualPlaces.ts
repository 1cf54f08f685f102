export type MappingKind = 'r8' | 'sourceMap' | 'appleSymbols' | 'nativeLibraries' | 'dartSymbols';

/** Where build tools put what deobfuscates a trace, as patterns below a folder of the workspace. */
export const usualPlaces: Readonly<Record<MappingKind, readonly string[]>> = {
	// The Android Gradle plugin, by variant or by flavour and type; Flutter builds outside the module's own folder.
	r8: [
		'**/build/outputs/mapping/*/mapping.txt',
		'**/build/outputs/mapping/*/*/mapping.txt',
		'**/build/*/outputs/mapping/*/mapping.txt',
	],
	// React Native on Android and iOS, and Expo's exports. The packager's own map beside them is of the text only.
	sourceMap: [
		'**/build/generated/sourcemaps/react/*/*.bundle.map',
		'**/build/generated/sourcemaps/react/*/*/*.bundle.map',
		'**/main.jsbundle.map',
		'**/dist/_expo/static/js/*/*.map',
		'**/dist/bundles/*.map',
	],
	appleSymbols: ['**/*.dSYM/Contents/Resources/DWARF/*'],
	nativeLibraries: [
		'**/build/intermediates/merged_native_libs/**/lib/*/lib*.so',
		'**/build/intermediates/cxx/**/obj/*/lib*.so',
		'**/build/intermediates/cmake/**/obj/*/lib*.so',
	],
	dartSymbols: ['**/app.*.symbols'],
};
