using UnityEngine;

namespace Blocks
{
    /// <summary>One square of the board; null where nothing has landed yet.</summary>
    public class Cell
    {
        public readonly Color Colour;

        public Cell(Color colour)
        {
            Colour = colour;
        }

        public bool IsEmpty => Colour.a == 0;
    }

    public class Piece
    {
        public Color Colour;
        public Vector2Int Position;
        private Vector2Int[] shape;

        public Piece(Color colour, Vector2Int[] shape)
        {
            Colour = colour;
            this.shape = shape;
        }

        public Vector2Int[] Positions()
        {
            var positions = new Vector2Int[4];
            for (int index = 0; index < shape.Length; index++)
            {
                positions[index] = Position + shape[index];
            }
            return positions;
        }

        public void Turn()
        {
            for (int index = 0; index < shape.Length; index++)
            {
                shape[index] = new Vector2Int(-shape[index].y, shape[index].x);
            }
        }
    }
}
