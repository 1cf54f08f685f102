export type MappingKind = 'r8' | 'sourceMap' | 'appleSymbols' | 'nativeLibraries' | 'dartSymbols';

export const usualPlaces: Readonly<Record<MappingKind, readonly string[]>> = {
	// Android Gradle plugin, per variant or per flavor and build type. Flutter's build folder is outside the module.
	r8: [
		'**/build/outputs/mapping/*/mapping.txt',
		'**/build/outputs/mapping/*/*/mapping.txt',
		'**/build/*/outputs/mapping/*/mapping.txt',
	],
	// Output of React Native and Expo. The packager's own map describes the bundle before its compilation to bytecode.
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
