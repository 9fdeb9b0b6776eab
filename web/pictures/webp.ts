/** Joins still WebP pictures into an animated one: only the container is written, nothing is encoded again. */

export interface Frame {
  /** a lossy WebP picture; all of one animation have the same size */
  image: Buffer;
  /** how long it is shown, ms */
  lasts: number;
}

const LOSSY = "VP8 ";
const ANIMATED = 0x02; // in the flags of VP8X
const PAINT_OVER = 0x02; // in those of ANMF: no blending with the frame before

/** RFC 9649. width, height: px. */
export function animated(frames: readonly Frame[], width: number, height: number): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(ANIMATED, 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const loop = Buffer.alloc(6); // background colour, and 0: forever
  const shown = frames.map(({ image, lasts }) => {
    const place = Buffer.alloc(16);
    place.writeUIntLE(width - 1, 6, 3);
    place.writeUIntLE(height - 1, 9, 3);
    place.writeUIntLE(Math.round(lasts), 12, 3);
    place.writeUInt8(PAINT_OVER, 15);
    return chunk("ANMF", Buffer.concat([place, chunk(LOSSY, lossy(image))]));
  });
  const body = Buffer.concat([Buffer.from("WEBP"), chunk("VP8X", head), chunk("ANIM", loop), ...shown]);
  return chunk("RIFF", body);
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

/** The bits of a still picture, without its container. */
function lossy(image: Buffer): Buffer {
  for (let at = 12; at < image.length; ) {
    const size = image.readUInt32LE(at + 4);
    if (image.toString("latin1", at, at + 4) === LOSSY) return image.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error("not a lossy WebP picture");
}
