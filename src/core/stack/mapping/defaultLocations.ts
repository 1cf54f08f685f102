export type MappingKind = 'r8' | 'sourceMap' | 'appleSymbols' | 'nativeLibraries' | 'dartSymbols';

export const usualPlaces: Readonly<Record<MappingKind, readonly string[]>> = {
	// Output of the Android Gradle plugin: by variant, by flavor and build type, or in Flutter's build folder.
	r8: [
		'**/build/outputs/mapping/*/mapping.txt',
		'**/build/outputs/mapping/*/*/mapping.txt',
		'**/build/*/outputs/mapping/*/mapping.txt',
	],
	// Output of React Native and Expo, except the packager's own map, which describes the bundle before its compilation
	// to bytecode.
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
