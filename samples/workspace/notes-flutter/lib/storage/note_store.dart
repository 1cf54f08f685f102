import 'dart:convert';
import 'dart:io';

import 'package:path_provider/path_provider.dart';

class Note {
  const Note({required this.id, required this.title, required this.text});

  factory Note.fromJson(Map<String, dynamic> json) {
    return Note(
      id: json['id'] as String,
      title: json['title'] as String,
      text: json['text'] as String,
    );
  }

  final String id;
  final String title;
  final String text;

  Map<String, dynamic> toJson() => {'id': id, 'title': title, 'text': text};
}

/// Keeps all notes in one file.
class NoteStore {
  Future<File> get _file async {
    final folder = await getApplicationDocumentsDirectory();
    return File('${folder.path}/notes.json');
  }

  Future<List<Note>> load() async {
    final text = await (await _file).readAsString();
    final list = jsonDecode(text) as List<dynamic>;
    return [for (final item in list) Note.fromJson(item as Map<String, dynamic>)];
  }

  /// Not written to the side and renamed: what is cut short here is found by [load].
  Future<void> save(List<Note> notes) async {
    await (await _file).writeAsString(jsonEncode(notes));
  }
}
